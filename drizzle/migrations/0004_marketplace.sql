CREATE TABLE "project_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"principal_id" text NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_reports_once" UNIQUE("project_id","principal_id")
);
--> statement-breakpoint
CREATE TABLE "visit_counts" (
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_subject_subject_id_kind_day_pk" PRIMARY KEY("subject","subject_id","kind","day")
);
--> statement-breakpoint
ALTER TABLE "project_reports" ADD CONSTRAINT "project_reports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_reports_status" ON "project_reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "project_reports_principal" ON "project_reports" USING btree ("principal_id","created_at");--> statement-breakpoint
-- A vote is a document of its voter's private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON project_votes FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
