ALTER TABLE "vcs" ADD COLUMN "reply_days" integer;--> statement-breakpoint
-- As before, without the new column: the days for a reply are not reviewed.
CREATE OR REPLACE FUNCTION vc_content(profile jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT profile - ARRAY['id', 'user_id', 'is_verified', 'is_active', 'review_status', 'review_reason', 'submitted_at', 'approved_at',
    'approved_price', 'has_unreviewed_edits', 'replaces_id', 'replaced_at', 'claim_revoked_at', 'started_over_at', 'revoked_at',
    'started_over_before', 'revoked_before', 'paused_until', 'call_hours', 'reply_days', 'created_at', 'updated_at', 'changed_xid']
$$;
