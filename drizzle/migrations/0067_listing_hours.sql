ALTER TABLE "vcs" ADD COLUMN "call_hours" jsonb;--> statement-breakpoint
-- As before, without the new column: hours are not reviewed.
CREATE OR REPLACE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'started_over_at', 'revoked_at',
    'started_over_before', 'revoked_before', 'paused_until', 'call_hours', 'created_at', 'updated_at', 'changed_xid']
$$;
--> statement-breakpoint
-- As before, without the new column: only the owner reads it, and triggers of their own tell the owner of every update.
CREATE OR REPLACE FUNCTION sync_is_changed(was jsonb, becomes jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT was - ARRAY['updated_at', 'changed_xid', 'call_hours'] IS DISTINCT FROM becomes - ARRAY['updated_at', 'changed_xid', 'call_hours']
$$;
