CREATE TABLE "listing_revocations" (
	"id" text PRIMARY KEY NOT NULL,
	"listing_id" text NOT NULL,
	"record_id" text,
	"address_key" text,
	"reason" text,
	"revoked_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "directory_investors" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "has_unreviewed_edits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_parts" ADD COLUMN "documents" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "claim_revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "has_unreviewed_edits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "listing_revocations_listing" ON "listing_revocations" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "listing_revocations_record" ON "listing_revocations" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "listing_revocations_address" ON "listing_revocations" USING btree ("address_key");--> statement-breakpoint
-- What is in the parts of before is not known, and no removal reaches them. They are built again at the next request.
DELETE FROM sync_snapshots;
--> statement-breakpoint
DELETE FROM sync_parts;
--> statement-breakpoint
-- Rows of before. No device has to be told: nothing that is public changes.
ALTER TABLE vcs DISABLE TRIGGER USER;
--> statement-breakpoint
-- A listing that waits again because of an edit of its owner was approved before; one that was applied for again was not.
UPDATE vcs SET approved_at = coalesce((
    SELECT max(a.created_at) FROM audit_log a WHERE a.target_type = 'vc' AND a.target_id = vcs.id AND a.action = 'approved'), updated_at)
WHERE is_verified OR review_status = 'revoked' OR (review_status = 'pending' AND (
    SELECT a.action FROM audit_log a WHERE a.target_type = 'vc' AND a.target_id = vcs.id AND a.action <> 'repriced'
    ORDER BY a.id DESC LIMIT 1) IN ('sent back', 'renamed'));
--> statement-breakpoint
-- A claim that was approved, and then revoked, or rejected after an edit, also where it was applied for again since.
UPDATE vcs SET claim_revoked_at = now() WHERE replaces_id IS NOT NULL AND NOT is_verified AND (user_id IS NOT NULL OR is_active)
  AND (review_status = 'revoked' OR (replaced_at IS NOT NULL AND (review_status = 'rejected' OR approved_at IS NULL)));
--> statement-breakpoint
UPDATE vcs SET review_status = 'revoked' WHERE claim_revoked_at IS NOT NULL AND review_status = 'rejected';
--> statement-breakpoint
-- Nobody knows what its owner has changed since.
UPDATE vcs SET has_unreviewed_edits = true WHERE NOT is_verified AND approved_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE projects DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE projects SET has_unreviewed_edits = true WHERE status <> 'verified' AND published_at IS NOT NULL AND user_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE projects ENABLE TRIGGER USER;
--> statement-breakpoint
INSERT INTO listing_revocations (id, listing_id, record_id, reason, revoked_at)
SELECT 'rvk_' || id, id, replaces_id, review_reason, coalesce((
    SELECT max(a.created_at) FROM audit_log a WHERE a.target_type = 'vc' AND a.target_id = vcs.id AND a.action IN ('revoked', 'rejected')), updated_at)
FROM vcs WHERE claim_revoked_at IS NOT NULL OR (review_status = 'revoked' AND user_id IS NOT NULL);
--> statement-breakpoint
ALTER TABLE vcs ENABLE TRIGGER USER;
--> statement-breakpoint
UPDATE directory_investors d SET replaced_by = v.id FROM vcs v
WHERE v.replaces_id = d.id AND v.is_verified AND v.is_active AND d.unlisted_at IS NOT NULL;
--> statement-breakpoint
-- What a profile says, without what is decided about it.
CREATE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'created_at', 'updated_at', 'changed_xid']
$$;
--> statement-breakpoint
DROP TRIGGER note_replaced ON vcs;
--> statement-breakpoint
DROP FUNCTION note_replaced;
--> statement-breakpoint
-- What follows from a decision about a profile, whoever decides and by whichever way. Runs before the row is stamped. The row that an
-- erased account leaves is marked as revoked as well, and is no decision of the team.
CREATE FUNCTION note_vc_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.is_verified THEN
    NEW.has_unreviewed_edits := false;
    IF is_new OR NOT OLD.is_verified THEN
      NEW.approved_at := now();
    END IF;
    -- A record's sales follow the first approval of the listing that replaced it, and not the present badge.
    IF NEW.replaces_id IS NOT NULL AND NEW.claim_revoked_at IS NULL AND NEW.replaced_at IS NULL THEN
      NEW.replaced_at := now();
    END IF;
  ELSIF NOT is_new AND vc_content(to_jsonb(NEW)) IS DISTINCT FROM vc_content(to_jsonb(OLD)) THEN
    NEW.has_unreviewed_edits := true;
  END IF;
  IF NEW.replaces_id IS NOT NULL AND NEW.review_status = 'revoked' AND (is_new OR OLD.review_status <> 'revoked')
    AND (NEW.user_id IS NOT NULL OR NEW.is_active) THEN
    NEW.claim_revoked_at := coalesce(NEW.claim_revoked_at, now());
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_vc_review BEFORE INSERT OR UPDATE ON vcs FOR EACH ROW EXECUTE FUNCTION note_vc_review();
--> statement-breakpoint
-- The record remembers for whom it was unlisted, so that it is listed again when the claim is revoked.
CREATE OR REPLACE FUNCTION replace_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_investors SET unlisted_at = now(), replaced_by = NEW.id, updated_at = now()
  WHERE id = NEW.replaces_id AND unlisted_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER replace_listing ON vcs;
--> statement-breakpoint
CREATE TRIGGER replace_listing AFTER INSERT OR UPDATE ON vcs FOR EACH ROW
  WHEN (NEW.replaces_id IS NOT NULL AND NEW.is_verified AND NEW.is_active AND NEW.claim_revoked_at IS NULL) EXECUTE FUNCTION replace_listing();
--> statement-breakpoint
-- A revoked claim gives the record back, and covers every other profile by which the same account has claimed it.
CREATE FUNCTION give_record_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  heir text;
BEGIN
  UPDATE vcs SET claim_revoked_at = NEW.claim_revoked_at
  WHERE user_id = NEW.user_id AND replaces_id = NEW.replaces_id AND id <> NEW.id AND claim_revoked_at IS NULL;
  -- Of several accounts that claimed it, another one may be online with it.
  SELECT v.id INTO heir FROM vcs v WHERE v.replaces_id = NEW.replaces_id AND v.is_verified AND v.is_active AND v.claim_revoked_at IS NULL
  ORDER BY v.replaced_at DESC, v.id DESC LIMIT 1;
  UPDATE directory_investors SET unlisted_at = CASE WHEN heir IS NOT NULL THEN unlisted_at END, replaced_by = heir, updated_at = now()
  WHERE id = NEW.replaces_id AND replaced_by = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER give_record_back AFTER UPDATE ON vcs FOR EACH ROW
  WHEN (OLD.claim_revoked_at IS NULL AND NEW.claim_revoked_at IS NOT NULL) EXECUTE FUNCTION give_record_back();
--> statement-breakpoint
-- As before, but a profile whose claim is revoked is another person than the record: their calls are apart.
CREATE OR REPLACE FUNCTION vc_key(id text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT v.replaces_id FROM vcs v WHERE v.id = $1 AND v.replaced_at IS NOT NULL AND v.claim_revoked_at IS NULL), $1)
$$;
