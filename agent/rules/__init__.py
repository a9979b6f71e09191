"""The ``rules`` reasoner: a LangChain chat model without a language model, so that the explore
loop runs offline. It reads the question's form, calls the same tools, and answers from evidence."""
