"""Export and import of rows, in the formats of other programs."""
