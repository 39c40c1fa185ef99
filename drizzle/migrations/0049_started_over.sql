ALTER TABLE "vcs" ADD COLUMN "started_over_at" timestamp (3) with time zone;
--> statement-breakpoint
-- As before, without the new column.
CREATE OR REPLACE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'started_over_at', 'created_at', 'updated_at', 'changed_xid']
$$;
--> statement-breakpoint
-- As before, and an approval releases what waits since an account started over.
CREATE OR REPLACE FUNCTION note_vc_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := TG_OP = 'INSERT';
BEGIN
  IF NEW.is_verified THEN
    NEW.has_unreviewed_edits := false;
    NEW.started_over_at := NULL;
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
