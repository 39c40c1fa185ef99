CREATE TABLE "receipts" (
	"order_id" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO receipts (order_id, number, issued_at)
SELECT id, row_number() OVER (ORDER BY paid_at, id), paid_at FROM orders WHERE paid_at IS NOT NULL AND alert IS NULL;
