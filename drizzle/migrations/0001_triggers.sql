-- Sync stamps, tombstones and pokes. Triggers do it, not handlers, so that a write made by an
-- importer or by hand in psql reaches every device like any other.

CREATE FUNCTION sync_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
-- TG_ARGV[0]: the collection the row belongs to on the device. A row that changes its id leaves its old one.
CREATE FUNCTION sync_bury() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sync_tombstones (collection, id, changed_xid) VALUES (TG_ARGV[0], OLD.id, pg_current_xact_id())
  ON CONFLICT (collection, id) DO UPDATE SET changed_xid = excluded.changed_xid, deleted_at = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sync_unbury() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sync_tombstones WHERE collection = TG_ARGV[0] AND id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- TRUNCATE leaves no tombstones, so the epoch ends and every device starts over.
CREATE FUNCTION sync_new_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sync_state SET epoch_seed = replace(gen_random_uuid()::text, '-', '');
  PERFORM pg_notify('latchkey_sync', 'directory');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A constant text: Postgres sends equal notices of one transaction once. Per row, because a
-- statement that changed no row is nothing that 2,000 devices should come and ask for.
CREATE FUNCTION sync_poke_directory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'directory');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sync_poke_principal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('latchkey_sync', 'me:' || OLD.principal_id);
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.principal_id IS DISTINCT FROM OLD.principal_id) THEN
    PERFORM pg_notify('latchkey_sync', 'me:' || NEW.principal_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sync_poke_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || id) FROM principals WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A buyer's copy of a contact follows the listing it was bought from.
CREATE FUNCTION sync_poke_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || principal_id) FROM vc_unlocks WHERE vc_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['vcs', 'investors'], ['directory_investors', 'investors'], ['investor_stats', 'stats'],
    ['cold_investors', 'coldFunds'], ['projects', 'projects']
  ] LOOP
    EXECUTE format('CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION sync_stamp()', pair[1]);
    EXECUTE format('CREATE TRIGGER sync_bury AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION sync_bury(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER sync_bury_id AFTER UPDATE OF id ON %I FOR EACH ROW WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION sync_bury(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER sync_unbury AFTER INSERT OR UPDATE OF id ON %I FOR EACH ROW EXECUTE FUNCTION sync_unbury(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION sync_poke_directory()', pair[1]);
    EXECUTE format('CREATE TRIGGER sync_new_epoch AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION sync_new_epoch()', pair[1]);
  END LOOP;
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['vc_unlocks', ''], ['orders', ''], ['contact_notes', ''], ['saved_investors', ''], ['notices', ''],
    ['decision_maker_unlocks', ''], ['meeting_bookings', ''], ['tickets', '']
  ] LOOP
    EXECUTE format('CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION sync_poke_principal()', pair[1]);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_user AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION sync_poke_user();
--> statement-breakpoint
CREATE TRIGGER sync_poke_holders AFTER UPDATE OR DELETE ON vcs FOR EACH ROW EXECUTE FUNCTION sync_poke_holders();
--> statement-breakpoint
CREATE TRIGGER sync_poke_holders AFTER UPDATE OR DELETE ON directory_investors FOR EACH ROW EXECUTE FUNCTION sync_poke_holders();
--> statement-breakpoint
-- A fund's document carries its decision makers, so a change of one is a change of the fund.
CREATE FUNCTION sync_touch_fund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE cold_investors SET updated_at = now() WHERE id = OLD.cold_investor_id;
  END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.cold_investor_id <> OLD.cold_investor_id) THEN
    UPDATE cold_investors SET updated_at = now() WHERE id = NEW.cold_investor_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_touch_fund AFTER INSERT OR UPDATE OR DELETE ON decision_makers FOR EACH ROW EXECUTE FUNCTION sync_touch_fund();
--> statement-breakpoint
CREATE TRIGGER sync_new_epoch AFTER TRUNCATE ON decision_makers FOR EACH STATEMENT EXECUTE FUNCTION sync_new_epoch();
--> statement-breakpoint
-- Added and taken away one by one: a recount would miss a vote that another transaction is just committing.
CREATE FUNCTION count_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE projects SET vote_count = vote_count + 1 WHERE id = NEW.project_id;
  ELSE
    UPDATE projects SET vote_count = vote_count - 1 WHERE id = OLD.project_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_votes AFTER INSERT OR DELETE ON project_votes FOR EACH ROW EXECUTE FUNCTION count_votes();
--> statement-breakpoint
-- The ledger is append-only: a mistake is mended by further legs.
CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
--> statement-breakpoint
INSERT INTO sync_state (id, epoch_seed) VALUES (1, replace(gen_random_uuid()::text, '-', ''));
