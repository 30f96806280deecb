#include "tests/support/certs.h"

static void cert_extend(const struct cert *cert, int nid, const char *value) {
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, nid, value);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(cert->x509, extension, -1), 1);
    X509_EXTENSION_free(extension);
}

struct cert cert_make(const struct cert_plan *plan) {
    static long serial = 1;
    const long day_s = 24L * 60 * 60;
    struct cert cert = {X509_new(), EVP_EC_gen("P-256")};
    const struct cert *issuer = plan->issuer != NULL ? plan->issuer : &cert;
    X509_NAME *name = X509_NAME_new();
    assert_non_null(cert.key);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               (const unsigned char *)plan->name, -1, -1, 0);
    X509_set_version(cert.x509, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(cert.x509), serial++);
    X509_gmtime_adj(X509_getm_notBefore(cert.x509), -2 * day_s);
    X509_gmtime_adj(X509_getm_notAfter(cert.x509), plan->is_expired ? -day_s : day_s);
    X509_set_pubkey(cert.x509, cert.key);
    X509_set_subject_name(cert.x509, name);
    X509_set_issuer_name(
        cert.x509, plan->issuer != NULL ? X509_get_subject_name(issuer->x509) : name);
    X509_NAME_free(name);
    cert_extend(&cert, NID_basic_constraints,
                plan->is_ca ? "critical,CA:TRUE" : "critical,CA:FALSE");
    if (plan->hosts != NULL) {
        cert_extend(&cert, NID_subject_alt_name, plan->hosts);
    }
    assert_true(X509_sign(cert.x509, issuer->key, EVP_sha256()) > 0);
    return cert;
}

void cert_fini(struct cert *cert) {
    X509_free(cert->x509);
    EVP_PKEY_free(cert->key);
    *cert = (struct cert){0};
}

void cert_write(const struct cert *cert, const char *cert_file, const char *key_file) {
    FILE *out = cert_file != NULL ? fopen(cert_file, "w") : NULL;
    if (out != NULL) {
        assert_int_equal(PEM_write_X509(out, cert->x509), 1);
        fclose(out);
    }
    out = key_file != NULL ? fopen(key_file, "w") : NULL;
    if (out != NULL) {
        fchmod(fileno(out), 0600);
        assert_int_equal(PEM_write_PrivateKey(out, cert->key, NULL, NULL, 0, NULL, NULL),
                         1);
        fclose(out);
    }
}

void cert_fingerprint(const struct cert *cert, char hex[static 65]) {
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    X509_digest(cert->x509, EVP_sha256(), hash, &n);
    for (unsigned i = 0; i < n && i < 32; i++) {
        snprintf(hex + (size_t)2 * i, 3, "%02x", hash[i]);
    }
}
