"""Other people's libraries doing what ours does, one a file, to be measured in the same run.

They are installed by the extra ``bench`` and imported when they are asked for; each file says how
it is called and what had to be set up for it. No part of the product may import this package.
"""
