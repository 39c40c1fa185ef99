-- An investor's own devices follow their listing and what comes of it.
CREATE FUNCTION sync_poke_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || principals.id)
  FROM vcs JOIN principals ON principals.user_id = vcs.user_id
  WHERE vcs.id = CASE WHEN TG_OP = 'DELETE' THEN OLD.vc_id ELSE NEW.vc_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_owner AFTER INSERT OR UPDATE OR DELETE ON vc_requests FOR EACH ROW EXECUTE FUNCTION sync_poke_owner();
--> statement-breakpoint
CREATE TRIGGER sync_poke_owner AFTER INSERT OR UPDATE OR DELETE ON vc_unlocks FOR EACH ROW EXECUTE FUNCTION sync_poke_owner();
--> statement-breakpoint
CREATE TRIGGER sync_poke_owner AFTER INSERT OR UPDATE OR DELETE ON meeting_bookings FOR EACH ROW EXECUTE FUNCTION sync_poke_owner();
--> statement-breakpoint
CREATE FUNCTION sync_poke_listing_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || id) FROM principals
  WHERE (TG_OP <> 'DELETE' AND user_id = NEW.user_id) OR (TG_OP <> 'INSERT' AND user_id = OLD.user_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_owner AFTER INSERT OR UPDATE OR DELETE ON vcs FOR EACH ROW EXECUTE FUNCTION sync_poke_listing_owner();
