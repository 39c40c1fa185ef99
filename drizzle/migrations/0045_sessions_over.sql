-- However a session ends (signed out in its own browser, expired, deleted with its account), its live connections end with it.
CREATE FUNCTION sync_session_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'over:' || OLD.sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_session_over AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION sync_session_over();
