ALTER TABLE "directory_search" ADD COLUMN "replies_key" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "directory_search_replies" ON "directory_search" ("replies_key", "best_key");--> statement-breakpoint
-- Rows that are older than this key get it from the job that follows changes.
INSERT INTO directory_search_queue (vc_id)
SELECT stats.id FROM investor_stats stats JOIN directory_search search ON search.id = stats.id WHERE stats.reply_rate IS NOT NULL;
