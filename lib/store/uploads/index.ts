export { createUploads, type UploadState, type Uploads } from "./create-uploads";
