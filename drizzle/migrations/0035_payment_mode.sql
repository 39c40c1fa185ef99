ALTER TABLE "installation" ADD COLUMN "mode" text;--> statement-breakpoint
-- The mode of what was paid before, where it can be told. Without one, the first start sets it.
UPDATE "installation" SET "mode" = CASE
  WHEN EXISTS (SELECT FROM "orders" WHERE "paid_at" IS NOT NULL AND "livemode") THEN 'live'
  WHEN EXISTS (SELECT FROM "orders" o JOIN "sandbox_objects" s ON s."id" = o."pi_id" WHERE o."paid_at" IS NOT NULL) THEN 'sandbox' END;
