"""Rulewright: board and card games as text."""
