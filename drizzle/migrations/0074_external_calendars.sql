CREATE TABLE "external_calendars" (
	"vc_id" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"host" text NOT NULL,
	"busy_calendars" integer NOT NULL,
	"is_written" boolean NOT NULL,
	"busy" jsonb NOT NULL,
	"known_until" timestamp (3) with time zone NOT NULL,
	"last_read" integer DEFAULT 0 NOT NULL,
	"stored_read" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"fault" text,
	"write_fault" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_calendars" ADD CONSTRAINT "external_calendars_vc_id_vcs_id_fk" FOREIGN KEY ("vc_id") REFERENCES "public"."vcs"("id") ON DELETE cascade ON UPDATE no action;