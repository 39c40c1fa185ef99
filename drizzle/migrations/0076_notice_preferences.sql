ALTER TABLE "mail_outbox" ADD COLUMN "notice_group" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "notice_of" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notices_off" text[] DEFAULT '{}' NOT NULL;