"""The daemon as a device of the house: what a broker of MQTT is told, and what the house may ask by it."""
