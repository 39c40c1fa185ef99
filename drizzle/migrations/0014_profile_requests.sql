CREATE TABLE "profile_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"vc_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"email" text,
	"message" text,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_requests_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "suppressed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "replaces_id" text;--> statement-breakpoint
CREATE INDEX "profile_requests_status" ON "profile_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "profile_requests_vc" ON "profile_requests" USING btree ("vc_id");