ALTER TABLE "contact_notes" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "contact_notes" ADD COLUMN "clashes" jsonb DEFAULT '[]'::jsonb NOT NULL;