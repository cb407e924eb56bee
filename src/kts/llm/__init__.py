"""Adapters of the port `LanguageModel`: any model behind one function, none needed."""
