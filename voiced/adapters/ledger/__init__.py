"""The stores of rows."""
