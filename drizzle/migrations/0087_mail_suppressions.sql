CREATE TABLE "mail_reports" (
	"mail_id" text NOT NULL,
	"kind" text NOT NULL,
	"address_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_reports_mail_id_kind_pk" PRIMARY KEY("mail_id","kind")
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address_key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"mail_id" text,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_stop" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_reports_address" ON "mail_reports" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_failed" ON "mail_outbox" USING btree ("failed_at") WHERE "mail_outbox"."failed_at" is not null;