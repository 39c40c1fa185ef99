CREATE TABLE "billing_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"vat_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_counters_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"cause" text NOT NULL,
	"corrects" text[] NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_sequence" ON "documents" USING btree ("kind","year","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_position" ON "documents" USING btree ("order_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_cause" ON "documents" USING btree ("order_id","kind","cause");--> statement-breakpoint
-- Documents are append-only, as the ledger is: a mistake is corrected by further documents.
CREATE FUNCTION documents_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'documents is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION documents_append_only();
--> statement-breakpoint
-- Documents are part of their order on the buyer's devices.
CREATE TRIGGER sync_poke AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION sync_poke_buyer();
--> statement-breakpoint
CREATE TRIGGER private_changed AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION private_changed_of_order();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
