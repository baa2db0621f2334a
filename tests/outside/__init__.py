"""The product as its users meet it: the installed wheel, its commands, its addresses, its files.

No module in here imports croupier. What a test needs to know, it learns as a user would: from an
answer of the server, from a printed line, from a file that another program opens.
"""
