CREATE TABLE "calendar_consents" (
	"vc_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"session" text NOT NULL,
	"verifier" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_calendars" ADD COLUMN "provider" text DEFAULT 'caldav' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_consents" ADD CONSTRAINT "calendar_consents_vc_id_vcs_id_fk" FOREIGN KEY ("vc_id") REFERENCES "public"."vcs"("id") ON DELETE cascade ON UPDATE no action;