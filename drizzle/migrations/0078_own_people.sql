CREATE TABLE "people" (
	"principal_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"organisation" text,
	"role" text,
	"location" text,
	"email" text,
	"phone" text,
	"telegram" text,
	"linkedin_url" text,
	"twitter_url" text,
	"website" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_principal_id_id_pk" PRIMARY KEY("principal_id","id")
);
--> statement-breakpoint
CREATE INDEX "people_deleted" ON "people" USING btree ("deleted_at");--> statement-breakpoint
-- Devices get own people with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON people FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
