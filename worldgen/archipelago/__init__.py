"""Where islands are: sites, their domains, and the mask that sinks the sea between."""
