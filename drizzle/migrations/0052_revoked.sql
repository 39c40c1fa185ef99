ALTER TABLE "vcs" ADD COLUMN "revoked_at" timestamp (3) with time zone;
--> statement-breakpoint
-- As before, without the new column.
CREATE OR REPLACE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'started_over_at', 'revoked_at',
    'created_at', 'updated_at', 'changed_xid']
$$;
--> statement-breakpoint
-- As before, and a revocation stays on the row until an approval. The row that an erased account leaves is marked as revoked as well.
CREATE OR REPLACE FUNCTION note_vc_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.is_verified THEN
    NEW.has_unreviewed_edits := false;
    NEW.started_over_at := NULL;
    NEW.revoked_at := NULL;
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
-- Revoked and not approved since, also where it was applied for again, was turned down then, or its account was erased.
UPDATE vcs SET revoked_at = r.revoked_at
FROM (SELECT v.id, min(r.revoked_at) AS revoked_at FROM vcs v JOIN listing_revocations r ON r.listing_id = v.id
  WHERE NOT v.is_verified AND r.lifted_at IS NULL AND (v.approved_at IS NULL OR v.approved_at <= r.revoked_at) GROUP BY v.id) r
WHERE vcs.id = r.id;
--> statement-breakpoint
-- Revoked by hand, without an entry, or with a claim that was lifted: that is no approval of the listing.
UPDATE vcs SET revoked_at = updated_at
WHERE revoked_at IS NULL AND review_status = 'revoked' AND NOT is_verified AND (user_id IS NOT NULL OR is_active);
--> statement-breakpoint
-- Erased before revocations had entries, or lifted since: of the decisions of the team the last one tells.
UPDATE vcs SET revoked_at = decided.created_at
FROM (SELECT DISTINCT ON (target_id) target_id, action, created_at FROM audit_log
  WHERE target_type = 'vc' AND action IN ('approved', 'rejected', 'revoked', 'undone') ORDER BY target_id, id DESC) decided
WHERE decided.target_id = vcs.id AND decided.action = 'revoked' AND vcs.revoked_at IS NULL AND vcs.review_status = 'revoked'
  AND NOT vcs.is_verified AND vcs.user_id IS NULL AND NOT vcs.is_active;
--> statement-breakpoint
ALTER TABLE vcs ENABLE TRIGGER USER;
