-- Projects and investor profiles also hold rows that are not public: drafts, applications, what was taken off. A write to one of
-- them is no change of the public lane. Stamp 0 means that a row was never public: no cursor is that old, so no device is told its id.
DROP TRIGGER sync_stamp ON projects;
--> statement-breakpoint
DROP TRIGGER sync_bury ON projects;
--> statement-breakpoint
DROP TRIGGER sync_bury_id ON projects;
--> statement-breakpoint
DROP TRIGGER sync_unbury ON projects;
--> statement-breakpoint
DROP TRIGGER sync_poke ON projects;
--> statement-breakpoint
DROP TRIGGER sync_stamp ON vcs;
--> statement-breakpoint
DROP TRIGGER sync_bury ON vcs;
--> statement-breakpoint
DROP TRIGGER sync_bury_id ON vcs;
--> statement-breakpoint
DROP TRIGGER sync_unbury ON vcs;
--> statement-breakpoint
DROP TRIGGER sync_poke ON vcs;
--> statement-breakpoint
-- What an update changed, the housekeeping columns aside: whether it has to be told to anybody.
CREATE FUNCTION sync_is_changed(was jsonb, becomes jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT was - ARRAY['updated_at', 'changed_xid'] IS DISTINCT FROM becomes - ARRAY['updated_at', 'changed_xid']
$$;
--> statement-breakpoint
-- TG_ARGV: the columns that are true for a public row. Stamps a row that is or was public and changed, and one whose stamp is
-- mended by hand. AFTER triggers see by the stamp whether the public lane is concerned.
CREATE FUNCTION sync_stamp_public() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  becomes jsonb := to_jsonb(NEW);
  was jsonb;
  is_public boolean := true;
  was_public boolean := true;
  flag text;
BEGIN
  FOREACH flag IN ARRAY TG_ARGV LOOP
    is_public := is_public AND (becomes ->> flag)::boolean;
  END LOOP;
  IF TG_OP = 'INSERT' THEN
    NEW.changed_xid := CASE WHEN is_public THEN pg_current_xact_id() ELSE '0'::xid8 END;
    RETURN NEW;
  END IF;
  was := to_jsonb(OLD);
  FOREACH flag IN ARRAY TG_ARGV LOOP
    was_public := was_public AND (was ->> flag)::boolean;
  END LOOP;
  IF ((is_public OR was_public) AND sync_is_changed(was, becomes)) OR NEW.changed_xid <> OLD.changed_xid THEN
    NEW.changed_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
UPDATE projects SET changed_xid = '0' WHERE NOT is_published AND published_at IS NULL;
--> statement-breakpoint
-- A profile that was shown before and waits again has an entry of that decision.
UPDATE vcs SET changed_xid = '0' WHERE NOT is_verified AND review_status = 'pending' AND approved_price IS NULL
  AND NOT EXISTS (SELECT 1 FROM audit_log WHERE target_type = 'vc' AND target_id = vcs.id AND action <> 'claimed');
--> statement-breakpoint
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION sync_stamp_public('is_published');
--> statement-breakpoint
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON vcs FOR EACH ROW EXECUTE FUNCTION sync_stamp_public('is_verified', 'is_active');
--> statement-breakpoint
DO $$
DECLARE
  pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[['vcs', 'investors'], ['projects', 'projects']] LOOP
    EXECUTE format('CREATE TRIGGER sync_bury AFTER DELETE ON %I FOR EACH ROW WHEN (OLD.changed_xid <> ''0'') EXECUTE FUNCTION sync_bury(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER sync_bury_id AFTER UPDATE OF id ON %I FOR EACH ROW WHEN (OLD.id <> NEW.id AND OLD.changed_xid <> ''0'') EXECUTE FUNCTION sync_bury(%L)', pair[1], pair[2]);
    -- Under a private row a tombstone stays: a device may still have to hear of the public one before it.
    EXECUTE format('CREATE TRIGGER sync_unbury AFTER INSERT OR UPDATE OF id ON %I FOR EACH ROW WHEN (NEW.changed_xid <> ''0'') EXECUTE FUNCTION sync_unbury(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER sync_poke_new AFTER INSERT ON %I FOR EACH ROW WHEN (NEW.changed_xid <> ''0'') EXECUTE FUNCTION sync_poke_directory()', pair[1]);
    EXECUTE format('CREATE TRIGGER sync_poke AFTER UPDATE ON %I FOR EACH ROW WHEN (NEW.changed_xid <> OLD.changed_xid) EXECUTE FUNCTION sync_poke_directory()', pair[1]);
    EXECUTE format('CREATE TRIGGER sync_poke_gone AFTER DELETE ON %I FOR EACH ROW WHEN (OLD.changed_xid <> ''0'') EXECUTE FUNCTION sync_poke_directory()', pair[1]);
  END LOOP;
END $$;
--> statement-breakpoint
-- As before, but an update that changes nothing wakes no buyer.
CREATE OR REPLACE FUNCTION sync_poke_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR sync_is_changed(to_jsonb(OLD), to_jsonb(NEW)) THEN
    PERFORM pg_notify('latchkey_sync', 'me:' || principal_id) FROM vc_unlocks WHERE vc_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
