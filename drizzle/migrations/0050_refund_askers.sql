ALTER TABLE "refund_requests" ADD COLUMN "principal_id" text;--> statement-breakpoint
CREATE INDEX "refund_requests_principal" ON "refund_requests" USING btree ("principal_id");--> statement-breakpoint
-- What may still be given counts for the owner that the order has now, also where it comes to another one later.
UPDATE "refund_requests" r SET "principal_id" = o."principal_id" FROM "orders" o
WHERE o."id" = r."order_id" AND r."origin" = 'buyer' AND r."status" <> 'refunded';
