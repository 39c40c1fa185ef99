CREATE TABLE "mail_templates" (
	"principal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text,
	"clashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_templates_principal_id_contact_id_pk" PRIMARY KEY("principal_id","contact_id")
);
--> statement-breakpoint
-- Devices get templates with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON mail_templates FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON mail_templates FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON mail_templates FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
