/**
 * A self-signed certificate for localhost and 127.0.0.1, valid for a hundred years, so that TLS tests need no tool to
 * generate one. The key protects nothing.
 */

export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUZEZRqVxWMl5faQMpsugkpf4I7lwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA2MDYyMFoYDzIxMjYxMDI4
MDYwNjIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARCCHzOiFJnwL0HYykYO4vsOzsutJFk2B6cAl7siP6gBEB/4Vk1zSsQ
cHuE1J4BfuvrRzctmuhSob/QaXM2Oc7wo28wbTAdBgNVHQ4EFgQUbWx/JGY9eETr
0o+FhHkGXZTO2TgwHwYDVR0jBBgwFoAUbWx/JGY9eETr0o+FhHkGXZTO2TgwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAIYkmwqDsnWH5EufbSTzlTd0jxjM3Z7KRf+w9dlVITSdAiBd
IXjp4YfJv/BYSNHsD0JThtmhaOVax8NJoU41tEjtJA==
-----END CERTIFICATE-----
`;

export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgB+X4Ol/PJAcap3u9
9L5NXQlWrkSeDg6X4MI0mUxjjL6hRANCAARCCHzOiFJnwL0HYykYO4vsOzsutJFk
2B6cAl7siP6gBEB/4Vk1zSsQcHuE1J4BfuvrRzctmuhSob/QaXM2Oc7w
-----END PRIVATE KEY-----
`;
