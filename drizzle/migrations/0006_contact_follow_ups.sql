CREATE TABLE "contact_follow_ups" (
	"principal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"stage" text,
	"rating" integer,
	"met_at" text,
	"due_at" timestamp (3) with time zone,
	"remind_by_mail" boolean DEFAULT false NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_follow_ups_principal_id_contact_id_pk" PRIMARY KEY("principal_id","contact_id")
);
--> statement-breakpoint
CREATE INDEX "contact_follow_ups_due" ON "contact_follow_ups" USING btree ("due_at") WHERE remind_by_mail and reminded_at is null;
--> statement-breakpoint
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON contact_follow_ups FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
