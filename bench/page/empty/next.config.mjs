/** @type {import("next").NextConfig} */
export default { distDir: ".next", typescript: { ignoreBuildErrors: true } };
