CREATE TABLE "contact_deals" (
	"principal_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"amount" bigint,
	"instrument" text,
	"probability" integer,
	"commitment" text,
	"introduced_by" text,
	"next_step" text,
	"pass_reason" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_deals_principal_id_contact_id_pk" PRIMARY KEY("principal_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "raise_rounds" (
	"principal_id" text PRIMARY KEY NOT NULL,
	"name" text,
	"target" bigint,
	"stage_names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Devices get deals and the round with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON contact_deals FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON contact_deals FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON contact_deals FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
--> statement-breakpoint
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON raise_rounds FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON raise_rounds FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON raise_rounds FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
