ALTER TABLE "directory_investors" ADD COLUMN "has_agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Public documents say which kinds of contact details exist. A device fetches only what has changed, so every public row counts as
-- changed.
UPDATE "directory_investors" SET "changed_xid" = pg_current_xact_id() WHERE "unlisted_at" IS NULL;
--> statement-breakpoint
UPDATE "vcs" SET "changed_xid" = pg_current_xact_id() WHERE "is_verified" AND "is_active";
