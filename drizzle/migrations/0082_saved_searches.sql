CREATE TABLE "saved_searches" (
	"principal_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"filters" text NOT NULL,
	"seen_up_to" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_searches_principal_id_id_pk" PRIMARY KEY("principal_id","id")
);
--> statement-breakpoint
-- Devices get saved searches with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON saved_searches FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON saved_searches FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON saved_searches FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
