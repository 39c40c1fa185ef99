CREATE TABLE "contact_intros" (
	"principal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text,
	"clashes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_intros_principal_id_contact_id_pk" PRIMARY KEY("principal_id","contact_id")
);
--> statement-breakpoint
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON contact_intros FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
-- An introduction may be written some seconds after the sale that it belongs to.
CREATE TRIGGER sync_poke_intro AFTER UPDATE OF intro_template ON payments FOR EACH ROW WHEN (OLD.intro_template IS DISTINCT FROM NEW.intro_template) EXECUTE FUNCTION sync_poke_principal();
