-- An investor who is approved takes the place of the record that was listed about them, whoever approves and by whichever way.
CREATE FUNCTION replace_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_investors SET unlisted_at = now(), updated_at = now() WHERE id = NEW.replaces_id AND unlisted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER replace_listing AFTER INSERT OR UPDATE ON vcs FOR EACH ROW
  WHEN (NEW.replaces_id IS NOT NULL AND NEW.is_verified AND NEW.is_active) EXECUTE FUNCTION replace_listing();
