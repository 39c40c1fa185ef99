ALTER TABLE "uploads" ADD COLUMN "named_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_named" ON "uploads" USING btree ("named_at");