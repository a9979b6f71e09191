"""Ways in: the command line and the HTTP service. No logic of its own may live here; each
command or route calls one function below and renders what it returns."""
