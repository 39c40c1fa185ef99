ALTER TABLE "directory_investors" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "directory_investors" ADD CONSTRAINT "directory_investors_merged_into_directory_investors_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."directory_investors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directory_investors_merged" ON "directory_investors" USING btree ("merged_into") WHERE "directory_investors"."merged_into" is not null;--> statement-breakpoint
-- The record that stays for one that was merged into it; any other id as it is.
CREATE FUNCTION record_of(id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT d.merged_into FROM directory_investors d WHERE d.id = $1), $1)
$$;
--> statement-breakpoint
-- As before, and a record that was merged has the hours of the one that stays.
CREATE OR REPLACE FUNCTION vc_key(id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT v.replaces_id FROM vcs v WHERE v.id = $1 AND v.replaced_at IS NOT NULL AND v.claim_revoked_at IS NULL),
    record_of($1))
$$;
--> statement-breakpoint
-- As before. A merge locks the record: a call that is booked in parallel waits, and has the key of after it.
CREATE OR REPLACE FUNCTION note_vc_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM directory_investors WHERE id = NEW.vc_id FOR KEY SHARE;
  NEW.vc_key := vc_key(NEW.vc_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A claim to a record that was merged is a claim to the one that stays.
CREATE FUNCTION follow_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM directory_investors WHERE id = NEW.replaces_id FOR KEY SHARE;
  NEW.replaces_id := record_of(NEW.replaces_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE OF replaces_id ON vcs FOR EACH ROW
  WHEN (NEW.replaces_id IS NOT NULL) EXECUTE FUNCTION follow_merge();
--> statement-breakpoint
-- As before, and the listing that took the place of the record that stays sells what was sold under a record that was merged into it.
CREATE OR REPLACE FUNCTION private_sellers(targets text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(p.id) FROM vcs v JOIN principals p ON p.user_id = v.user_id
  WHERE v.id = ANY(targets) OR v.replaces_id = ANY(targets)
    OR v.replaces_id IN (SELECT d.merged_into FROM directory_investors d WHERE d.id = ANY(targets))
$$;
--> statement-breakpoint
-- As before, with the records that were merged into one of them, and those that they were merged into.
CREATE OR REPLACE FUNCTION private_group(ids text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH known AS (
    SELECT unnest(ids) AS id
    UNION SELECT replaces_id FROM vcs WHERE id = ANY(ids)
    UNION SELECT merged_into FROM directory_investors WHERE id = ANY(ids))
  SELECT array(SELECT id FROM known WHERE id IS NOT NULL
    UNION SELECT v.id FROM vcs v JOIN known ON v.replaces_id = known.id
    UNION SELECT d.id FROM directory_investors d JOIN known ON d.merged_into = known.id)
$$;
--> statement-breakpoint
-- As before. A merge also changes what the owner of a listing has sold, and which investor a call or a request is with.
CREATE OR REPLACE FUNCTION private_changed_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was directory_investors := OLD;
  becomes directory_investors := NEW;
  together text[];
BEGIN
  IF TG_OP <> 'UPDATE' OR sync_is_changed(to_jsonb(was), to_jsonb(becomes)) THEN
    together := private_group(ARRAY[was.id, becomes.id, was.merged_into, becomes.merged_into]);
    PERFORM private_changed('directory_investors', private_holders(together) || private_sellers(together)
      || array(SELECT principal_id FROM vc_requests WHERE vc_id = ANY(together)
        UNION SELECT principal_id FROM meeting_bookings WHERE vc_id = ANY(together)));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- As before, but buyers of a record that was merged hold the contact of the one that stays.
CREATE OR REPLACE FUNCTION sync_poke_holders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  replaced text := to_jsonb(OLD) ->> 'replaces_id';
BEGIN
  IF TG_OP = 'DELETE' OR sync_is_changed(to_jsonb(OLD), to_jsonb(NEW)) THEN
    PERFORM pg_notify('latchkey_sync', 'me:' || principal_id) FROM vc_unlocks
    WHERE vc_id IN (OLD.id, replaced) OR vc_id IN (SELECT d.id FROM directory_investors d WHERE d.merged_into IN (OLD.id, replaced));
  END IF;
  RETURN NULL;
END $$;
