ALTER TABLE "audit_log" ADD COLUMN "undoes" text;--> statement-breakpoint
ALTER TABLE "directory_investors" ADD COLUMN "confirmed_price" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "missing" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "review_reason" text;--> statement-breakpoint
ALTER TABLE "vc_requests" ADD COLUMN "answer" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "vc_requests" ADD COLUMN "answer_note" text;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Until now the day of an application was that of its row.
UPDATE "vcs" SET "submitted_at" = "created_at";
