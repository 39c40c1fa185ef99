-- A founder's vote for their own project no longer counts. The trigger corrects the count; the row stays, so that devices learn it.
UPDATE project_votes v SET is_cast = false FROM projects p WHERE p.id = v.project_id AND p.user_id = v.user_id AND v.is_cast;
