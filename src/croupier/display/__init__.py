"""What is shown of a table, made once for every screen: views, sentences, prompts, choices."""
