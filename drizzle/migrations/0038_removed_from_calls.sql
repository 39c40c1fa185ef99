-- Calls with a record that was removed, and with an account that was deleted, kept what named their investor.
UPDATE meeting_bookings b SET vc_name = NULL, vc_email = NULL, meeting_link = NULL, meeting_title = NULL,
  end_reason = CASE WHEN ended_by IS DISTINCT FROM 'investor' THEN end_reason END,
  contest_reason = CASE WHEN no_show_by IS DISTINCT FROM 'investor' THEN contest_reason END
WHERE NOT EXISTS (SELECT FROM directory_investors d WHERE d.id = b.vc_id)
  AND NOT EXISTS (SELECT FROM vcs v WHERE v.id = b.vc_id AND (v.user_id IS NOT NULL OR v.is_active));
--> statement-breakpoint
-- And the texts of buyers whose account was deleted.
UPDATE meeting_bookings b SET
  end_reason = CASE WHEN ended_by IS DISTINCT FROM 'founder' THEN end_reason END,
  contest_reason = CASE WHEN no_show_by IS DISTINCT FROM 'founder' THEN contest_reason END
FROM principals p WHERE p.id = b.principal_id AND p.kind = 'account' AND p.user_id IS NULL
  AND (b.end_reason IS NOT NULL OR b.contest_reason IS NOT NULL);
