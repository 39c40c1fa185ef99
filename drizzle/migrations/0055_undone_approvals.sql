ALTER TABLE "vcs" ADD COLUMN "revoked_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "started_over_before" timestamp (3) with time zone;
--> statement-breakpoint
-- As before, without the new columns.
CREATE OR REPLACE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'started_over_at', 'revoked_at',
    'started_over_before', 'revoked_before', 'created_at', 'updated_at', 'changed_xid']
$$;
--> statement-breakpoint
-- As before, and an approval keeps what it clears, for the case that it is taken back.
CREATE OR REPLACE FUNCTION note_vc_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.is_verified THEN
    NEW.has_unreviewed_edits := false;
    IF is_new OR NOT OLD.is_verified THEN
      NEW.approved_at := now();
      NEW.revoked_before := NEW.revoked_at;
      NEW.started_over_before := NEW.started_over_at;
    END IF;
    NEW.started_over_at := NULL;
    NEW.revoked_at := NULL;
    -- A record's sales follow the first approval of the listing that replaced it, and not the present badge.
    IF NEW.replaces_id IS NOT NULL AND NEW.claim_revoked_at IS NULL AND NEW.replaced_at IS NULL THEN
      NEW.replaced_at := now();
    END IF;
  ELSIF NOT is_new AND vc_content(to_jsonb(NEW)) IS DISTINCT FROM vc_content(to_jsonb(OLD)) THEN
    NEW.has_unreviewed_edits := true;
  END IF;
  IF NOT NEW.is_verified AND NEW.review_status = 'revoked' AND (is_new OR OLD.review_status <> 'revoked')
    AND (NEW.user_id IS NOT NULL OR NEW.is_active) THEN
    NEW.revoked_at := coalesce(NEW.revoked_at, now());
  END IF;
  IF NEW.replaces_id IS NOT NULL AND NEW.review_status = 'revoked' AND (is_new OR OLD.review_status <> 'revoked')
    AND (NEW.user_id IS NOT NULL OR NEW.is_active) THEN
    NEW.claim_revoked_at := coalesce(NEW.claim_revoked_at, now());
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Rows of before. No device has to be told: nothing that is public changes.
ALTER TABLE vcs DISABLE TRIGGER USER;
--> statement-breakpoint
-- What the latest approval of a listing has cleared: since the approval before it that was not taken back, the first revocation and the
-- first reset of the account. Ids sort by their making.
WITH decisions AS (
  SELECT a.target_id, a.id, a.created_at, a.action,
    a.before ->> 'isVerified' = 'false' AND a.after ->> 'isVerified' = 'true' AS is_approval,
    a.before ->> 'reviewStatus' <> 'revoked' AND a.after ->> 'reviewStatus' = 'revoked' AS is_revocation,
    EXISTS (SELECT FROM audit_log u WHERE u.target_type = 'vc' AND u.target_id = a.target_id AND u.undoes = a.id) AS is_undone
  FROM audit_log a WHERE a.target_type = 'vc' AND a.target_id IN (SELECT id FROM vcs WHERE is_verified)),
latest AS (SELECT target_id, max(id) AS id FROM decisions WHERE is_approval GROUP BY target_id),
since AS (
  SELECT latest.target_id, latest.id AS until, (SELECT coalesce(max(d.id), '') FROM decisions d
    WHERE d.target_id = latest.target_id AND d.id < latest.id AND d.is_approval AND NOT d.is_undone) AS id
  FROM latest),
cleared AS (
  SELECT d.target_id, min(d.created_at) FILTER (WHERE d.is_revocation) AS revoked_before,
    min(d.created_at) FILTER (WHERE d.action = 'taken off by a reset') AS started_over_before
  FROM decisions d JOIN since ON since.target_id = d.target_id AND d.id > since.id AND d.id < since.until GROUP BY d.target_id)
UPDATE vcs SET revoked_before = cleared.revoked_before, started_over_before = cleared.started_over_before
FROM cleared WHERE cleared.target_id = vcs.id AND (cleared.revoked_before IS NOT NULL OR cleared.started_over_before IS NOT NULL);
--> statement-breakpoint
ALTER TABLE vcs ENABLE TRIGGER USER;
