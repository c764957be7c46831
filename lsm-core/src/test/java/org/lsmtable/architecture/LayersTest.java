package org.lsmtable.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The direction between modules, freedom from cycles between packages, and what no engine class may reach for by itself. */
@AnalyzeClasses(packages = "org.lsmtable", importOptions = LayersTest.MainClasses.class)
class LayersTest {
    /** Leaves out tests and the fixtures that other modules lend. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/")
                    && !location.contains("-tests.jar")
                    && !location.contains("/test/");
        }
    }

    @ArchTest
    static final ArchRule ONE_WAY = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("common")
            .definedBy(
                    "org.lsmtable.types..",
                    "org.lsmtable.data..",
                    "org.lsmtable.vector..",
                    "org.lsmtable.cast..",
                    "org.lsmtable.predicate..",
                    "org.lsmtable.options..",
                    "org.lsmtable.fs..")
            .layer("format")
            .definedBy("org.lsmtable.format..", "org.lsmtable.index..")
            .layer("manifest")
            .definedBy("org.lsmtable.manifest..")
            .layer("snapshot")
            .definedBy(
                    "org.lsmtable.schema..",
                    "org.lsmtable.snapshot..",
                    "org.lsmtable.commit..",
                    "org.lsmtable.scan..",
                    "org.lsmtable.maintenance..",
                    "org.lsmtable.system..")
            .layer("core")
            .definedBy(
                    "org.lsmtable.mergetree..",
                    "org.lsmtable.compact..",
                    "org.lsmtable.merge..",
                    "org.lsmtable.history..",
                    "org.lsmtable.changelog..",
                    "org.lsmtable.lookup..",
                    "org.lsmtable.simulate..",
                    "org.lsmtable.report..",
                    "org.lsmtable.table..",
                    "org.lsmtable.check..")
            .whereLayer("common")
            .mayNotAccessAnyLayer()
            .whereLayer("format")
            .mayOnlyAccessLayers("common")
            .whereLayer("manifest")
            .mayOnlyAccessLayers("common", "format")
            .whereLayer("snapshot")
            .mayOnlyAccessLayers("common", "format", "manifest");

    @ArchTest
    static final ArchRule NO_KNOTS =
            slices().matching("org.lsmtable.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PICKING_IS_PURE = noClasses()
            .that()
            .resideInAPackage("org.lsmtable.compact..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.time.Clock")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("org.lsmtable.fs..");

    @ArchTest
    static final ArchRule NO_CLOCK_BUT_THE_ONE_PASSED_IN = noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(java.time.LocalDateTime.class, "now")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule HADOOP_IN_TWO_ROOMS = noClasses()
            .that()
            .resideOutsideOfPackages("org.lsmtable.format.orc..", "org.lsmtable.fs.hadoop..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hadoop..");

    @ArchTest
    static final ArchRule ORC_IN_ONE_ROOM = noClasses()
            .that()
            .resideOutsideOfPackage("org.lsmtable.format.orc..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.orc..");

    @ArchTest
    static final ArchRule NO_OTHER_LIBRARY_READS_FILES = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.parquet.hadoop..")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.paimon..");
}
