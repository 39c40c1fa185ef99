CREATE TABLE "contact_entries" (
	"principal_id" text NOT NULL,
	"id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text NOT NULL,
	"written_on" timestamp (3) with time zone NOT NULL,
	"written_by" text,
	"clashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_entries_principal_id_id_pk" PRIMARY KEY("principal_id","id")
);
--> statement-breakpoint
CREATE INDEX "contact_entries_contact" ON "contact_entries" USING btree ("principal_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_entries_deleted" ON "contact_entries" USING btree ("deleted_at");--> statement-breakpoint
-- Devices get dated entries with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON contact_entries FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON contact_entries FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON contact_entries FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
