ALTER TABLE "given_refunds" ADD COLUMN "principal_id" text;--> statement-breakpoint
-- Who was given it is the owner of the order, as far as is known now.
UPDATE "given_refunds" g SET "principal_id" = o."principal_id" FROM "orders" o WHERE o."id" = g."order_id";
