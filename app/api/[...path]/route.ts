import { createHandlers } from "@/lib/server";
import config from "@/toolweave.config";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createHandlers(config, { basePath: "/api" });
