ALTER TABLE "project_votes" ADD COLUMN "is_cast" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "vote_seq" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Added and taken away one by one, as before; a row that is taken back counts as one that is gone.
CREATE OR REPLACE FUNCTION count_votes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.is_cast THEN
    change := change + 1;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.is_cast THEN
    change := change - 1;
  END IF;
  IF change <> 0 THEN
    UPDATE projects SET vote_count = vote_count + change, vote_seq = vote_seq + 1
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.project_id ELSE NEW.project_id END;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER count_votes ON project_votes;
--> statement-breakpoint
CREATE TRIGGER count_votes AFTER INSERT OR UPDATE OF is_cast OR DELETE ON project_votes FOR EACH ROW EXECUTE FUNCTION count_votes();
