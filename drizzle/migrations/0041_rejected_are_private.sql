-- A rejected project is not public. Rejecting one has taken it off the marketplace only where an admin asked for it.
UPDATE projects SET is_published = false WHERE status = 'rejected' AND is_published;
